"""Opens a recording and its exports with pandas, polars, pyarrow and the public MCAP reader; all must agree to the bit.

usage: test_open.py MAINSPRING SCENE FOLDER
MAINSPRING is the program, SCENE a scene to run, FOLDER a place for files.
"""

import json
import pathlib
import struct
import subprocess
import sys

import numpy as np
import pandas
import polars
import pyarrow.ipc
import pyarrow.parquet
from mcap.reader import make_reader
from mcap_ros2.decoder import DecoderFactory

program, scene, folder = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])
folder.mkdir(parents=True, exist_ok=True)
recording = folder / "recording.mcap"


def call(*words):
    subprocess.run([program, *map(str, words)], check=True, stdout=subprocess.DEVNULL)


def bits(values):
    return np.ascontiguousarray(values, dtype="<f8").view("<u8")


def same(a, b, what):
    a, b = bits(a), bits(b)
    assert a.shape == b.shape and (a == b).all(), f"{what} differs"


call("run", scene, "--out", recording)
for to in ["csv", "parquet", "arrow", "json"]:
    call("export", recording, "--to", to, "-o", folder / f"table.{to}")
info = json.loads(subprocess.run([program, "info", recording, "--json"], check=True, capture_output=True).stdout)

# the recording itself, by the public reader, checksums included
with open(recording, "rb") as stream:
    reader = make_reader(stream, validate_crcs=True, decoder_factories=[DecoderFactory()])
    assert reader.get_header().profile == "mainspring"
    summary = reader.get_summary()
    assert summary.statistics.channel_message_counts[1] == info["frames"]
    metadata = {record.name: record.metadata for record in reader.iter_metadata()}
    columns = {field: json.loads(text) for field, text in metadata["mainspring.columns"].items()}
    frames, raw, events, ends = [], [], [], []
    for schema, channel, message, decoded in reader.iter_decoded_messages(topics=["/frames"]):
        frames.append(decoded)
        raw.append(struct.unpack(f"<{(len(message.data) - 4) // 8}d", message.data[4:]))
    for _, channel, message in reader.iter_messages(topics=["/events", "/end"]):
        (events if channel.topic == "/events" else ends).append(json.loads(message.data))
assert metadata["mainspring.run"]["scene"] == info["scene"] and len(metadata["mainspring.run"]["sha256"]) == 64
assert len(ends) == 1 and ends[0]["reason"] == "finished"
assert len(events) == sum(info["events"].values())
assert len(frames) == info["frames"] > 10

units = {column["name"]: column["unit"] for column in info["columns"]}
assert {c["name"]: c["unit"] for c in columns.values()} == units
truth = {"time": [frame.time for frame in frames]}
for field, column in columns.items():
    truth[column["name"]] = [getattr(frame, field) for frame in frames]
numbers = np.array(raw)
same(numbers[:, 0], truth["time"], "time")
for i, column in enumerate(columns.values(), start=1):
    same(numbers[:, i], truth[column["name"]], column["name"])
same([frame.balance[0] for frame in frames], numbers[:, -9], "the energy balance")

# exports
csv = pandas.read_csv(folder / "table.csv")
parquet = pandas.read_parquet(folder / "table.parquet")
polar = polars.read_parquet(folder / "table.parquet")
arrow = polars.read_ipc(folder / "table.arrow")
table = json.loads((folder / "table.json").read_text())
rows = np.array([[np.nan if x is None else x for x in row] for row in table["frames"]], dtype="<f8")
names = ["time", *units]
for opened in (list(csv.columns), list(parquet.columns), polar.columns, arrow.columns):
    assert opened == names, opened
assert [column["name"] for column in table["columns"]] == names
for i, name in enumerate(names):
    same(csv[name].to_numpy(), truth[name], f"csv {name}")
    same(parquet[name].to_numpy(), truth[name], f"parquet {name}")
    same(polar[name].to_numpy(), truth[name], f"parquet in polars {name}")
    same(arrow[name].to_numpy(), truth[name], f"arrow {name}")
    finite = np.isfinite(truth[name])
    same(rows[finite, i], np.array(truth[name])[finite], f"json {name}")

# units
units["time"] = "s"
for schema in (pyarrow.parquet.read_schema(folder / "table.parquet"), pyarrow.ipc.open_file(folder / "table.arrow").schema):
    for field in schema:
        assert field.metadata[b"unit"].decode() == units[field.name], field
    assert schema.metadata[b"mainspring.scene"].decode() == info["scene"]
    assert schema.metadata[b"mainspring.setting.rtol"].decode() == info["settings"]["rtol"]
assert {column["name"]: column["unit"] for column in table["columns"]} == units
print(f"{scene}: {len(frames)} frames, {len(names)} columns, {len(events)} events: all readers agree")
