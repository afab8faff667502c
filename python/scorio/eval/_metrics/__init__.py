"""The functions of metrics. `make calls` writes this package from their pages."""

from scorio.eval._metrics.auc_at_k import (
    auc_at_k,
    auc_at_k_ci,
)
from scorio.eval._metrics.avg import (
    avg,
    avg_ci,
)
from scorio.eval._metrics.bayes import (
    bayes,
    bayes_ci,
)
from scorio.eval._metrics.g_pass_at_k_tau import (
    g_pass_at_k_tau,
    g_pass_at_k_tau_ci,
)
from scorio.eval._metrics.geo_spectrum_at_k import (
    geo_spectrum_at_k,
    geo_spectrum_at_k_ci,
)
from scorio.eval._metrics.geo_spectrum_star_at_k import (
    geo_spectrum_star_at_k,
    geo_spectrum_star_at_k_ci,
)
from scorio.eval._metrics.geom_at_k import (
    geom_at_k,
    geom_at_k_ci,
)
from scorio.eval._metrics.geom_ds_at_k import (
    geom_ds_at_k,
    geom_ds_at_k_ci,
)
from scorio.eval._metrics.maj_at_k import (
    maj_at_k,
    maj_at_k_ci,
)
from scorio.eval._metrics.max_at_k import (
    max_at_k,
    max_at_k_ci,
)
from scorio.eval._metrics.mg_pass_at_k import (
    mg_pass_at_k,
    mg_pass_at_k_ci,
)
from scorio.eval._metrics.pass_at_k import (
    pass_at_k,
    pass_at_k_ci,
)
from scorio.eval._metrics.pass_hat_k import (
    g_pass_at_k,
    g_pass_at_k_ci,
    pass_hat_k,
    pass_hat_k_ci,
    unanimous_at_k,
    unanimous_at_k_ci,
)
from scorio.eval._metrics.threshold_spectrum_at_k import (
    threshold_spectrum_at_k,
    threshold_spectrum_at_k_ci,
)

__all__ = [
    "auc_at_k",
    "auc_at_k_ci",
    "avg",
    "avg_ci",
    "bayes",
    "bayes_ci",
    "g_pass_at_k",
    "g_pass_at_k_ci",
    "g_pass_at_k_tau",
    "g_pass_at_k_tau_ci",
    "geo_spectrum_at_k",
    "geo_spectrum_at_k_ci",
    "geo_spectrum_star_at_k",
    "geo_spectrum_star_at_k_ci",
    "geom_at_k",
    "geom_at_k_ci",
    "geom_ds_at_k",
    "geom_ds_at_k_ci",
    "maj_at_k",
    "maj_at_k_ci",
    "max_at_k",
    "max_at_k_ci",
    "mg_pass_at_k",
    "mg_pass_at_k_ci",
    "pass_at_k",
    "pass_at_k_ci",
    "pass_hat_k",
    "pass_hat_k_ci",
    "threshold_spectrum_at_k",
    "threshold_spectrum_at_k_ci",
    "unanimous_at_k",
    "unanimous_at_k_ci",
]
