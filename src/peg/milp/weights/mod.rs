//! Weights of the holes that no jump can raise, as linear programs: pagoda functions, resource counts, and the dual of the relaxation.

pub mod extreme_rays;
pub mod pagoda_lp;
pub mod resource_counts;
pub mod tolls;
