const { readFileSync } = require('node:fs')
const { transformSync } = require('@swc/core')
const options = require('../../../tools/build/swc.cjs')

/** Lets the process of a test run TypeScript sources without a build. */
require.extensions['.ts'] = (module, filename) =>
  module._compile(transformSync(readFileSync(filename, 'utf8'), { ...options, filename }).code, filename)
