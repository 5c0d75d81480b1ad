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
    typed = text.replace(
        "containers:", "nodeSelector: {node.kubernetes.io/instance-type: trn2.48xlarge}\n              containers:"
    )
    assert read("job.yaml", typed.replace("neuroncore: 32", "neuroncore: 64"), facts).training.devices == 32  # 64 / 4


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


def job(containers: str, beside: str = "") -> str:
    return f"apiVersion: batch/v1\nkind: Job\nspec:\n  template:\n    spec:\n{beside}      containers:\n{containers}"


def test_chips_of_a_pod_are_those_of_all_its_containers(facts: Facts) -> None:
    of_two = "        - resources: {limits: {google.com/tpu: 2}}\n" * 2
    assert read("job.yaml", job(of_two), facts).training.devices == 4  # 2 + 2


def test_a_chip_may_be_the_name_of_the_resource(facts: Facts) -> None:
    reading = read("job.yaml", job("        - resources: {limits: {nvidia.com/a100: 2}}\n"), facts)
    assert (reading.training.devices, reading.profile.candidates) == (2, ("a100",))
    beside = "        - resources: {limits: {nvidia.com/gpu: 1, nvidia.com/hostdev: 8, nvidia.com/mig-1g.5gb: 3}}\n"
    assert read("job.yaml", job(beside), facts).training.devices == 1


def test_a_job_of_the_trainer_says_its_nodes_itself(facts: Facts) -> None:
    text = """
        apiVersion: trainer.kubeflow.org/v1alpha1
        kind: TrainJob
        spec:
          runtimeRef: {name: torch-distributed}
          trainer:
            numNodes: 3
            resourcesPerNode: {limits: {nvidia.com/gpu: 4}}
            command: [torchrun, a.py, --per_device_train_batch_size=2]
    """
    reading = read("job.yaml", text, facts)
    assert (reading.training.nodes, reading.training.devices, reading.profile.framework) == (3, 12, "pytorch")
    assert reading.training.micro_batch == 2
    bare = read("job.yaml", text.replace("limits: {nvidia.com/gpu: 4}", "{}").replace("{{}}", "{}"), facts)
    assert (bare.training.nodes, bare.training.devices) == (3, None)


def test_a_config_map_holds_the_config_of_the_job(facts: Facts) -> None:
    text = """
        apiVersion: v1
        kind: ConfigMap
        metadata: {name: config}
        data:
          train.yaml: |
            base_model: Qwen/Qwen3-8B
            adapter: lora
            micro_batch_size: 2
            sequence_len: 4096
        ---
        apiVersion: batch/v1
        kind: Job
        spec:
          template:
            spec:
              containers:
              - command: [bash, -c, "accelerate launch -m axolotl.cli.train /config/train.yaml"]
                resources: {limits: {nvidia.com/gpu: 8}}
    """
    reading = read("job.yaml", text, facts)
    assert (reading.training.model_id, reading.profile.method) == ("qwen3-8b", "lora")
    assert (reading.training.micro_batch, reading.training.devices) == (2, 8)
