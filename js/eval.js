// The functions of metrics. `make calls` writes this file from their pages.

import { withBudget, withoutBudget } from "./metrics.js";

export const bayes = withoutBudget("bayes");
export const bayesCi = withoutBudget("bayes_ci");
export const avg = withoutBudget("avg");
export const avgCi = withoutBudget("avg_ci");
export const passAtK = withBudget("pass_at_k");
export const passAtKCi = withBudget("pass_at_k_ci");
export const passHatK = withBudget("pass_hat_k");
export const passHatKCi = withBudget("pass_hat_k_ci");
export const unanimousAtK = withBudget("unanimous_at_k");
export const unanimousAtKCi = withBudget("unanimous_at_k_ci");
export const gPassAtK = withBudget("g_pass_at_k");
export const gPassAtKCi = withBudget("g_pass_at_k_ci");
export const gPassAtKTau = withBudget("g_pass_at_k_tau");
export const gPassAtKTauCi = withBudget("g_pass_at_k_tau_ci");
export const mgPassAtK = withBudget("mg_pass_at_k");
export const mgPassAtKCi = withBudget("mg_pass_at_k_ci");
export const majAtK = withBudget("maj_at_k");
export const majAtKCi = withBudget("maj_at_k_ci");
export const aucAtK = withBudget("auc_at_k");
export const aucAtKCi = withBudget("auc_at_k_ci");
export const thresholdSpectrumAtK = withBudget("threshold_spectrum_at_k");
export const thresholdSpectrumAtKCi = withBudget("threshold_spectrum_at_k_ci");
export const geomAtK = withBudget("geom_at_k");
export const geomAtKCi = withBudget("geom_at_k_ci");
export const geomDsAtK = withBudget("geom_ds_at_k");
export const geomDsAtKCi = withBudget("geom_ds_at_k_ci");
export const geoSpectrumAtK = withBudget("geo_spectrum_at_k");
export const geoSpectrumAtKCi = withBudget("geo_spectrum_at_k_ci");
export const geoSpectrumStarAtK = withBudget("geo_spectrum_star_at_k");
export const geoSpectrumStarAtKCi = withBudget("geo_spectrum_star_at_k_ci");
export const maxAtK = withBudget("max_at_k");
export const maxAtKCi = withBudget("max_at_k_ci");
