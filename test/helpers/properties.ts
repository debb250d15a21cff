import fc from 'fast-check';
import { seedOf } from './seed.js';

// The result of a CI run depends on the change alone. A failure names its seed, which `PROPERTY_SEED` repeats.
fc.configureGlobal({ seed: seedOf('PROPERTY_SEED') });

/** fast-check with the seed of this run. */
export default fc;
