const Sequencer = require('@jest/test-sequencer').default

/** The room of the longest tests: each starts a whole platform. */
const JOURNEYS = 'apps/e2e'

/**
 * Runs the journeys first, then tests with a database or broker, then all others. Jest estimates the duration of a new
 * file by its size, so a short file that starts processes would run last and delay the end.
 */
module.exports = class extends Sequencer {
  sort(tests) {
    return super.sort(tests).sort((one, other) => rankOf(one) - rankOf(other))
  }
}

function rankOf({ path, context }) {
  if (context.config.displayName.name === JOURNEYS) return 0
  return path.endsWith('.int.spec.ts') ? 1 : 2
}
