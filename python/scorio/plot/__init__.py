"""Results as pictures: SVG, PNG and Vega-Lite. It is imported when something is drawn."""

from scorio.plot.figure import Figure

__all__ = ["Figure"]
