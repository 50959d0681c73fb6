const { readFileSync } = require('node:fs')
const Sequencer = require('@jest/test-sequencer').default

/** The room of the longest tests: each starts a whole platform. */
const JOURNEYS = 'apps/e2e'

/** A test file that starts programs, such as a compiler, npm or a platform. */
const STARTS_PROGRAMS = /from 'node:child_process'/

/**
 * Runs the journeys and the tests that start programs first, then tests with a database or broker, then all others. Jest
 * estimates the duration of a new file by its size, so a short file that starts processes would run last and delay the end.
 */
module.exports = class extends Sequencer {
  sort(tests) {
    const ranks = new Map(tests.map((test) => [test, rankOf(test)]))
    return super.sort(tests).sort((one, other) => ranks.get(one) - ranks.get(other))
  }
}

function rankOf({ path, context }) {
  if (context.config.displayName.name === JOURNEYS || STARTS_PROGRAMS.test(readFileSync(path, 'utf8'))) return 0
  return path.endsWith('.int.spec.ts') ? 1 : 2
}
