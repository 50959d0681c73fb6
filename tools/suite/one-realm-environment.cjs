require('./cheap-passwords.cjs')
const { LegacyFakeTimers, ModernFakeTimers } = require('@jest/fake-timers')
const { ModuleMocker } = require('jest-mock')

/** Timers of Node are objects. Fake timers are numbers with the same methods. */
const timerConfig = {
  idToRef: (id) => ({ id, ref: () => timerConfig.idToRef(id), unref: () => timerConfig.idToRef(id) }),
  refToId: (timer) => timer?.id,
}

/**
 * Runs test files in the realm of the worker itself, not in a `vm` context of their own. This is required to share
 * modules between test files (`shared-modules.cjs`): an `Error` or an `Array` of a shared module must be the `Error` or
 * `Array` of the test file too. After a test file, its changes of `globalThis` and `process.env` are undone.
 */
module.exports = class {
  constructor({ projectConfig }) {
    this.conditions = projectConfig.testEnvironmentOptions.customExportConditions ?? ['node', 'node-addons']
    this.global = globalThis
    this.before = Reflect.ownKeys(globalThis)
    this.environment = { ...process.env }
    Error.stackTraceLimit = 100
    this.moduleMocker = new ModuleMocker(globalThis)
    const options = { config: projectConfig, global: globalThis }
    this.fakeTimers = new LegacyFakeTimers({ ...options, moduleMocker: this.moduleMocker, timerConfig })
    this.fakeTimersModern = new ModernFakeTimers(options)
  }

  async setup() {}

  async teardown() {
    this.fakeTimers.dispose()
    this.fakeTimersModern.dispose()
    for (const key of Reflect.ownKeys(globalThis))
      if (!this.before.includes(key)) Reflect.deleteProperty(globalThis, key)
    for (const name of Object.keys(process.env)) if (!(name in this.environment)) delete process.env[name]
    Object.assign(process.env, this.environment)
  }

  exportConditions() {
    return this.conditions
  }

  getVmContext() {
    return null
  }
}
