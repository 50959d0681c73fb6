const Sequencer = require('@jest/test-sequencer').default

/** The room of the longest tests: each starts a whole platform. */
const JOURNEYS = 'apps/e2e'

/**
 * Runs the journeys first, and the other tests beside them. Jest estimates the duration of a new file by its size, so a
 * short file that starts processes would run last and delay the end.
 */
module.exports = class extends Sequencer {
  sort(tests) {
    const isJourney = ({ context }) => context.config.displayName.name === JOURNEYS
    return super.sort(tests).sort((one, other) => isJourney(other) - isJourney(one))
  }
}
