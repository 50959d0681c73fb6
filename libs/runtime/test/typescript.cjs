const { readFileSync } = require('node:fs')
const { transformSync } = require('@swc/core')
const options = require('../../../tools/build/swc.cjs')

/** Lets a process of a test run the sources as they are, without a build before it. */
require.extensions['.ts'] = (module, filename) =>
  module._compile(transformSync(readFileSync(filename, 'utf8'), { ...options, filename }).code, filename)
