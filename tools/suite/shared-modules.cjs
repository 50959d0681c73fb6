const { createRequire, isBuiltin } = require('node:module')
const path = require('node:path')
const { compileFunction } = require('node:vm')
const Runtime = require('jest-runtime').default

const root = path.resolve(__dirname, '../..')

/** Packages of test code: they register hooks of Jest when they load, so each test file loads them again. */
const OF_TESTS = /^@nameyard\/(testing|e2e)(\/|$)/

/** A source file of the platform, by its room and its path below `src`. */
const SOURCE = /^(?<room>(?:apps|libs|tools)\/[^/]+)\/src\/(?<module>.+?)(?:\.ts)?$/

/** The compiled file of a source file; undefined for test code. */
function compiled(file) {
  const { room, module } = SOURCE.exec(path.relative(root, file))?.groups ?? {}
  if (!room || room === 'libs/testing' || room === 'apps/e2e' || module.endsWith('.spec')) return undefined
  return path.join(root, room, 'dist', `${module}.js`)
}

/**
 * Jest's runtime with one difference: Node itself loads all modules except test code, compiled, once in each worker.
 * Jest would load them once in each test file, which took 40 % of the time of the suite.
 */
module.exports = class SharedModules extends Runtime {
  constructor(...given) {
    super(...given)
    const { executor } = this
    // Jest compiles only for the context of its environment; ours has none.
    executor.compile = (source, filename) => compileFunction(source, executor.injectedModuleParameters, { filename })
  }

  requireModuleOrMock(from, name) {
    if (name === '@jest/globals' || isBuiltin(name) || OF_TESTS.test(name)) return super.requireModuleOrMock(from, name)
    if (!name.startsWith('.') && !path.isAbsolute(name)) return createRequire(from)(name)
    if (/\.[mc]js$/.test(name)) return createRequire(from)(name)
    const file = compiled(path.resolve(path.dirname(from), name))
    return file ? require(file) : super.requireModuleOrMock(from, name)
  }
}
