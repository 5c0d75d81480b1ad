"""Kubernetes jobs."""

from __future__ import annotations

from knowledge.facts import Facts
from tests.engine.configs.sample import read

PYTORCH = """
    apiVersion: kubeflow.org/v1
    kind: PyTorchJob
    spec:
      pytorchReplicaSpecs:
        Master: &role
          replicas: 1
          template: &pod
            spec:
              nodeSelector: {node.kubernetes.io/instance-type: p4d.24xlarge}
              containers:
                - name: pytorch
                  resources: {limits: {nvidia.com/gpu: 8}}
                  command: [torchrun, --nproc_per_node=8, a.py, --per_device_train_batch_size=2]
        Worker:
          replicas: 3
          template: *pod
"""


def test_roles_are_counted_together(facts: Facts) -> None:
    reading = read("job.yaml", PYTORCH, facts)
    assert (reading.training.nodes, reading.training.devices_per_node, reading.training.devices) == (4, 8, 32)
    assert (reading.profile.instances, reading.profile.framework) == (("p4d.24xlarge",), "pytorch")
    assert reading.training.micro_batch == 2


def test_replicas_left_open_leave_the_devices_open(facts: Facts) -> None:
    reading = read("job.yaml", PYTORCH.replace("replicas: 3", "replicas: $N"), facts)
    assert any(value == "$N" for value in reading.left_open.values())


def test_neuron_cores_are_halves_of_chips(facts: Facts) -> None:
    text = """
        apiVersion: batch/v1
        kind: Job
        spec:
          parallelism: 2
          template:
            spec:
              containers:
                - name: train
                  resources: {limits: {aws.amazon.com/neuroncore: 32}}
    """
    assert read("job.yaml", text, facts).training.devices == 32  # 2 x 16


def test_slices_of_a_tpu_pool(facts: Facts) -> None:
    text = """
        apiVersion: jobset.x-k8s.io/v1alpha2
        kind: JobSet
        spec:
          replicatedJobs:
            - name: slice
              replicas: 2
              template:
                spec:
                  parallelism: 4
                  template:
                    spec:
                      nodeSelector:
                        cloud.google.com/gke-tpu-accelerator: tpu-v5-lite-podslice
                        cloud.google.com/gke-tpu-topology: 4x4
                      containers:
                        - name: jax
                          resources: {limits: {google.com/tpu: 4}}
    """
    reading = read("job.yaml", text, facts)
    assert (reading.profile.candidates, reading.training.nodes, reading.training.devices) == (("tpu-v5e",), 8, 32)


def test_a_label_of_a_cloud_says_the_cloud_and_which_a100(facts: Facts) -> None:
    text = """
        apiVersion: batch/v1
        kind: Job
        spec:
          template:
            spec:
              nodeSelector: {cloud.google.com/gke-accelerator: nvidia-tesla-a100}
              containers: [{name: a, resources: {limits: {nvidia.com/gpu: 1}}}]
    """
    profile = read("job.yaml", text, facts).profile
    assert (profile.clouds, profile.candidates) == (("gcp",), ("a100-40",))
