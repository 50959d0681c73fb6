const Sequencer = require('@jest/test-sequencer').default

/** The room of the longest tests: each starts a whole platform. */
const JOURNEYS = 'apps/e2e'

/**
 * Journeys first, the others while those still run: Jest takes the size of a file for its length where it has not run
 * it before, and all would wait at the end for a short file that starts processes.
 */
module.exports = class extends Sequencer {
  sort(tests) {
    const isJourney = ({ context }) => context.config.displayName.name === JOURNEYS
    return super.sort(tests).sort((one, other) => isJourney(other) - isJourney(one))
  }
}
