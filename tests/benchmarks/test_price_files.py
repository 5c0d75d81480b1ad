"""Price files out of a folder and out of a git history, and two formats that are turned into a catalog."""

from __future__ import annotations

import subprocess
from pathlib import Path

from benchmarks.price_files import as_catalog, go_rows, mended, price_files, yaml_rows
from knowledge.facts import Facts

GO = """var InitialOnDemandPricesAWS = map[string]map[ec2types.InstanceType]float64{
\t// us-east-1
\t"us-east-1": {
\t\t// p5 family
\t\t"p5.48xlarge": 55.040000, "c5.large": 0.085000,
\t},
}
"""
YAML = """about:
  generated: now
compute:
  instance:
    a3-highgpu-8g:
      cost:
        us-central1:
          hour: 88.49
          hour_spot: 22.1
          month: 64597
      cpu: 208
  license:
    a3-highgpu-8g:
      cost:
        us-central1:
          hour: 1
"""


def test_the_files_of_a_folder_come_by_the_day_in_their_names(tmp_path: Path, facts: Facts) -> None:
    for name in ("b-2026-04-09.csv", "a-2026-04-10T0930.csv", "notes.txt"):
        (tmp_path / name).write_text(f"head\n{name}\n")
    found = list(price_files(str(tmp_path), facts))
    assert [f"{file.at:%m-%d %H:%M}" for file in found] == ["04-09 00:00", "04-10 09:30"]
    assert found[0].content == b"head\nb-2026-04-09.csv\n"


def test_the_history_of_a_file_comes_oldest_first(tmp_path: Path, facts: Facts) -> None:
    git = ["git", "-C", str(tmp_path), "-c", "user.name=x", "-c", "user.email=x@example.com"]
    subprocess.run([*git, "init", "-q"], check=True)
    for number, text in enumerate(("one\n", "two\n")):
        (tmp_path / "vms.csv").write_text(text)
        subprocess.run([*git, "add", "vms.csv"], check=True)
        when = {"GIT_COMMITTER_DATE": f"2026-04-1{number}T06:00:00Z", "PATH": "/usr/bin:/bin"}
        subprocess.run([*git, "commit", "-qm", "prices"], check=True, env=when)
    found = list(price_files(f"{tmp_path / '.git'}:vms.csv", facts))
    assert [(f"{file.at:%m-%d %H}", file.content) for file in found] == [
        ("04-10 06", b"one\n"),
        ("04-11 06", b"two\n"),
    ]


def test_a_row_with_a_list_for_its_last_cell_is_cut_where_the_head_ends() -> None:
    assert mended(b"a,b\n1,V1,V2\n2,V1\n") == b"a,b\n1,V1\n2,V1\n"
    assert mended(b'a,b\n1,"V1,V2"\n') == b'a,b\n1,"V1,V2"\n'


def test_prices_are_read_out_of_a_go_map_and_out_of_yaml(facts: Facts) -> None:
    assert [row[:3] for row in go_rows(GO)] == [
        ("p5.48xlarge", "us-east-1", "55.040000"),
        ("c5.large", "us-east-1", "0.085000"),
    ]
    assert [(*row[:3], row[5]) for row in yaml_rows(YAML)] == [
        ("a3-highgpu-8g", "us-central1", "88.49", "False"),
        ("a3-highgpu-8g", "us-central1", "22.1", "True"),
    ]
    table = as_catalog(GO.encode(), "pkg/pricing.go", facts).decode().splitlines()
    assert table == [
        "instance_name,location,price,gpu_count,gpu_name,spot",
        "p5.48xlarge,us-east-1,55.040000,8,h100-sxm,False",
    ]
