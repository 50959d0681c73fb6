const { createRequire, isBuiltin } = require('node:module')
const path = require('node:path')
const { compileFunction } = require('node:vm')
const Runtime = require('jest-runtime').default

const root = path.resolve(__dirname, '../..')

/** Packages of test code: they register hooks of Jest when they load, so each test file loads them again. */
const OF_TESTS = /^@nameyard\/(testing|e2e)(\/|$)/

/** A module of test code without hooks. It compiles the schemas of answers, which took two seconds of each journey. */
const WITHOUT_HOOKS = 'apps/e2e/src/described'

/** A source file of the platform, by its room and its path below `src`. */
const SOURCE = /^(?<room>(?:apps|libs|tools)\/[^/]+)\/src\/(?<module>.+?)(?:\.ts)?$/

/** The compiled file of a source file; undefined for test code. */
function compiled(file) {
  const { room, module } = SOURCE.exec(path.relative(root, file))?.groups ?? {}
  const isOfTests = room === 'libs/testing' || room === 'apps/e2e' || module?.endsWith('.spec')
  if (!room || (isOfTests && `${room}/src/${module}` !== WITHOUT_HOOKS)) return undefined
  return path.join(root, room, 'dist', `${module}.js`)
}

/**
 * What jest-circus needs of `AsyncLocalStorage`: it remembers the running test, and the tests of a file run one after
 * another. The real class switches on hooks for every promise of the process on Node 20, for the rest of its life.
 */
class OneAfterAnother {
  getStore() {
    return this.store
  }

  run(store, act) {
    const outer = this.store
    this.store = store
    return act().finally(() => (this.store = outer))
  }
}

/**
 * Jest's runtime with two differences. Node itself loads all modules except test code, compiled, once in each worker:
 * Jest would load them once in each test file, which took 40 % of the time of the suite. And the storage of the running
 * test is a plain one, which saves another 15 %.
 */
module.exports = class SharedModules extends Runtime {
  constructor(...given) {
    super(...given)
    const { executor } = this
    // Jest compiles only for the context of its environment; ours has none.
    executor.compile = (source, filename) => compileFunction(source, executor.injectedModuleParameters, { filename })
    const { coreModule } = this
    const requireBuiltin = coreModule.require.bind(coreModule)
    coreModule.require = (name) =>
      name === 'node:async_hooks'
        ? { ...requireBuiltin(name), AsyncLocalStorage: OneAfterAnother }
        : requireBuiltin(name)
  }

  requireModuleOrMock(from, name) {
    if (name === '@jest/globals' || isBuiltin(name) || OF_TESTS.test(name)) return super.requireModuleOrMock(from, name)
    if (!name.startsWith('.') && !path.isAbsolute(name)) return createRequire(from)(name)
    if (/\.[mc]js$/.test(name)) return createRequire(from)(name)
    const file = compiled(path.resolve(path.dirname(from), name))
    return file ? require(file) : super.requireModuleOrMock(from, name)
  }
}
