#!/usr/bin/env python3
"""Compares what `lambdav reflect --json` says of a module with what `spirv-cross --reflect` says.

  tests/cli/reflect_compare.py OURS.json THEIRS.json

Prints a line for each difference. Exit codes: 0 equal, 1 they differ.
"""
import json
import re
import sys

STAGES = {"vert": "vertex", "tesc": "tessellation-control", "tese": "tessellation-evaluation",
          "geom": "geometry", "frag": "fragment", "comp": "compute"}
SCALARS = {"float": "num", "double": "f64", "half": "f16", "float16_t": "f16", "int8_t": "i8",
           "uint8_t": "u8", "int16_t": "i16", "uint16_t": "u16", "int64_t": "i64",
           "uint64_t": "u64"}
KINDS = {"ubos": "uniform-buffer", "ssbos": "storage-buffer", "textures": "combined-image-sampler",
         "separate_images": "sampled-image", "separate_samplers": "sampler",
         "images": "storage-image", "subpass_inputs": "input-attachment"}
# spirv-cross sorts texel buffers under the images that they are in GLSL.
TEXEL = {"uniform-texel-buffer": ("textures", "separate_images"),
         "storage-texel-buffer": ("images",)}


def our_type(name):
    for prefix, other in (("dvec", "f64vec"), ("dmat", "f64mat")):
        if name.startswith(prefix):
            return other + name[len(prefix):]
    return SCALARS.get(name, name)


def our_array(theirs, constants):
    """Counts, outermost first. A size that is no literal is the id of a constant."""
    counts = zip(theirs.get("array", []), theirs.get("array_size_is_literal", []))
    return [count if literal else constants.get(count, "?") for count, literal in counts][::-1]


def counts_of(ours):
    return [dimension["count"] for dimension in ours.get("array", [])]


def describe_member(member, structs):
    """A member of ours as a value that can be compared: structs nested in it included."""
    kind = member["type"]
    inner = describe_struct(structs[member["struct"]], structs) if "struct" in member else None
    strides = [dimension.get("stride", 0) for dimension in member.get("array", [])]
    flags = member.get("flags", [])
    return (member["name"], inner if inner else kind, tuple(counts_of(member)),
            member.get("offset"), strides[0] if strides and strides[0] else None,
            member.get("matrixStride"), "row-major" in flags and kind.startswith(("mat", "f64mat")))


def describe_struct(struct, structs):
    return (struct["name"], tuple(describe_member(m, structs) for m in struct["members"]))


def their_member(member, types, constants):
    kind = member["type"]
    inner = their_struct(types[kind], types, constants) if kind in types else our_type(kind)
    return (member["name"], inner, tuple(our_array(member, constants)), member.get("offset"),
            member.get("array_stride"), member.get("matrix_stride"),
            bool(member.get("row_major", False)))


def their_struct(struct, types, constants):
    # What has no name is called by its id.
    name = re.sub(r"^_\d+$", "", struct["name"])
    return (name, tuple(their_member(m, types, constants) for m in struct["members"]))


def image_name(ours):
    """The type of a resource outside of blocks in GLSL."""
    kind, image = ours["kind"], ours.get("image")
    if kind == "sampler":
        return "sampler"
    prefix = {"int": "i", "uint": "u"}.get(image["type"], "")
    if kind == "input-attachment":
        return prefix + "subpassInput" + ("MS" if image["multisampled"] else "")
    base = {"combined-image-sampler": "sampler", "uniform-texel-buffer": "sampler",
            "sampled-image": "texture"}.get(kind, "image")
    dimension = {"1d": "1D", "2d": "2D", "3d": "3D", "cube": "Cube", "buffer": "Buffer"}
    name = prefix + base + dimension[image["dimension"]]
    name += "MS" if image["multisampled"] else ""
    name += "Array" if image["arrayed"] else ""
    # spirv-cross calls a plain texture by how it is sampled, which the declaration does not say.
    return name + ("Shadow" if image["depth"] and kind == "combined-image-sampler" else "")


def fits(ours, list_name):
    return KINDS[list_name] == ours["kind"] or list_name in TEXEL.get(ours["kind"], ())


class Comparison:
    def __init__(self, ours, theirs):
        self.ours, self.theirs = ours, theirs
        self.differences = []
        self.compared = 0

    def equal(self, what, left, right):
        self.compared += 1
        if left != right:
            self.differences.append(f"{what}: {left} here, {right} there")

    def entry_points(self):
        # spirv-cross lists them in an order of its own
        mine = sorted(self.ours["entryPoints"], key=lambda e: (e["name"], e["stage"]))
        others = sorted(self.theirs["entryPoints"], key=lambda e: (e["name"], STAGES[e["mode"]]))
        self.equal("entry points", [(e["name"], e["stage"]) for e in mine],
                   [(e["name"], STAGES[e["mode"]]) for e in others])
        for ours, theirs in zip(mine, others):
            if "workgroup_size" not in theirs:
                continue
            by_id = theirs.get("workgroup_size_is_spec_constant_id", [False] * 3)
            numbers = {c["id"]: c["default"] for c in self.ours["specializationConstants"]}
            for i in range(3):
                size, constant = theirs["workgroup_size"][i], None
                if by_id[i]:
                    constant, size = size, numbers[size]
                self.equal(f"workgroup size {i}", ours["workgroupSize"][i], size)
                self.equal(f"workgroup constant {i}", ours["workgroupConstants"][i], constant)

    def variables(self, direction, constants):
        """Their list is that of the first entry point, without built-ins."""
        structs = self.ours["structs"]
        wanted = {}
        for v in self.ours[direction]:
            members = structs[v["struct"]]["members"] if "struct" in v else []
            if v["entryPoint"] or "builtin" in v or any("builtin" in m for m in members):
                continue
            # They call a block by its type's name.
            wanted[structs[v["struct"]]["name"] if "struct" in v else v["name"]] = v
        theirs = self.theirs.get(direction, [])
        self.equal(direction, sorted(wanted), sorted(v["name"] for v in theirs))
        for v in theirs:
            ours = wanted.get(v["name"])
            if ours is None:
                continue
            types = self.theirs["types"] if "types" in self.theirs else {}
            name = f"{direction} {v['name']}"
            if v["type"] in types:
                self.equal(name, describe_struct(structs[ours["struct"]], structs),
                           their_struct(types[v["type"]], types, constants))
            else:
                self.equal(name + " type", ours["type"], our_type(v["type"]))
            self.equal(name + " array", counts_of(ours), our_array(v, constants))
            self.equal(name + " location", ours.get("location"), v.get("location"))
            self.equal(name + " index", ours.get("blendIndex"), v.get("index"))

    def resources(self, constants):
        left = {(r["set"], r["binding"]): r for r in self.ours["resources"]}
        right = {}
        for list_name in KINDS:
            for r in self.theirs.get(list_name, []):
                right[(r["set"], r["binding"])] = (list_name, r)
        self.equal("bindings", sorted(left), sorted(right))
        for place in sorted(set(left) & set(right)):
            self.resource(f"set {place[0]} binding {place[1]}", left[place], *right[place],
                          constants)

    def resource(self, what, ours, list_name, theirs, constants):
        structs, types = self.ours["structs"], self.theirs.get("types", {})
        self.compared += 1
        if not fits(ours, list_name):
            self.differences.append(f"{what}: {ours['kind']} here, {list_name} there")
            return
        self.equal(what + " array", counts_of(ours), our_array(theirs, constants))
        if "struct" in ours:
            self.equal(what + " name", structs[ours["struct"]]["name"], theirs["name"])
            self.equal(what + " size", ours["offset"] + ours["size"], theirs["block_size"])
            self.equal(what, describe_struct(structs[ours["struct"]], structs),
                       their_struct(types[theirs["type"]], types, constants))
        else:
            self.equal(what + " name", ours["name"], theirs["name"])
            self.equal(what + " type", image_name(ours), theirs["type"])
        if list_name in ("ssbos", "images"):
            access = "read" if theirs.get("readonly") else "write" if theirs.get("writeonly") \
                else "read-write"
            self.equal(what + " access", ours["access"], access)
        if "format" in theirs:
            self.equal(what + " format", ours["image"]["format"], theirs["format"])
        self.equal(what + " attachment", ours.get("attachment"),
                   theirs.get("input_attachment_index"))

    def push_constants(self, constants):
        structs, types = self.ours["structs"], self.theirs.get("types", {})
        left, right = self.ours["pushConstants"], self.theirs.get("push_constants", [])
        self.equal("push constants", len(left), len(right))
        for ours, theirs in zip(left, right):
            self.equal("push constants", describe_struct(structs[ours["struct"]], structs),
                       their_struct(types[theirs["type"]], types, constants))
            names = (ours["name"], structs[ours["struct"]]["name"])
            name = re.sub(r"^_\d+$", "", theirs["name"])
            self.equal("push constants' name", name in names, True)

    def constants(self):
        left = {c["id"]: c for c in self.ours["specializationConstants"]}
        right = {c["id"]: c for c in self.theirs.get("specialization_constants", [])}
        self.equal("specialisation constants", sorted(left), sorted(right))
        for number in sorted(set(left) & set(right)):
            ours, theirs = left[number], right[number]
            what = f"constant {number}"
            self.equal(what + " type", ours["type"], our_type(theirs["type"]))
            self.equal(what + " name", ours["name"], theirs["name"] or ours["name"])
            if "default_value" not in theirs:
                continue
            if ours["type"] in ("num", "f64"):
                close = abs(ours["default"] - theirs["default_value"]) <= \
                    1e-5 * abs(ours["default"])
                self.equal(what + " default", close, True)
            else:
                self.equal(what + " default", ours["default"], theirs["default_value"])

    def run(self):
        by_variable = {c["variable_id"]: c.get("default_value")
                       for c in self.theirs.get("specialization_constants", [])}
        self.entry_points()
        self.variables("inputs", by_variable)
        self.variables("outputs", by_variable)
        self.resources(by_variable)
        self.push_constants(by_variable)
        self.constants()


def main():
    if len(sys.argv) != 3:
        print(__doc__, file=sys.stderr)
        return 2
    with open(sys.argv[1], encoding="utf-8") as ours, open(sys.argv[2], encoding="utf-8") as theirs:
        comparison = Comparison(json.load(ours), json.load(theirs))
    comparison.run()
    for line in comparison.differences:
        print(line)
    print(f"{comparison.compared} things compared")
    return 1 if comparison.differences or comparison.compared < 5 else 0


if __name__ == "__main__":
    sys.exit(main())
