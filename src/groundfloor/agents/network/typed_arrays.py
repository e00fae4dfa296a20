"""The network computed by typed arrays of JavaScript, for a web page, where there is no NumPy: many times as fast as plain Python. Runs in Pyodide only."""

from __future__ import annotations

from array import array
from itertools import chain
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from .network import Forward, Layer, Network

SOURCE = """
(trunk, value, policy) => {
  function applied([weights, bias], row) {
    const sums = Float64Array.from(bias), width = sums.length;
    for (let input = 0; input < row.length; input += 1) {
      const amount = row[input];
      if (amount !== 0) {
        for (let output = 0, at = input * width; output < width; output += 1, at += 1) sums[output] += amount * weights[at];
      }
    }
    return sums;
  }
  function hidden(row) {
    return trunk.reduce((inputs, layer) => applied(layer, inputs).map((sum) => Math.max(sum, 0)), row);
  }
  const size = trunk[0][0].length / trunk[0][1].length;
  return (rows, wanted) => {
    const last = [];
    for (let start = 0; start < rows.length; start += size) last.push(hidden(rows.subarray(start, start + size)));
    return [last.map((row) => Array.from(applied(value, row))), wanted.map((place) => Array.from(applied(policy, last[place])))];
  };
}
"""


def typed_forward(network: Network) -> Forward:
    """Returns what computes the outputs of a network as ``forward`` does. An error of JavaScript (``pyodide.ffi.JsException``) if the page may not run code from texts."""
    from pyodide.code import run_js
    from pyodide.ffi import to_js

    def typed(layer: Layer) -> Any:
        weights, bias = layer
        return to_js([array("f", chain.from_iterable(weights)), array("f", bias)])

    make: Callable[..., Any] = run_js(SOURCE)
    compute = make(to_js([typed(layer) for layer in network.trunk]), typed(network.value), typed(network.policy))

    def forward(rows: bytes, wanted: list[int]) -> tuple[list[list[float]], list[list[float]]]:
        values, logits = compute(to_js(rows), to_js(wanted)).to_py()
        return values, logits

    return forward
