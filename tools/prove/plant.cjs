/** Loaded into each process of a platform with a planted bug (`src/planted`): replaces one text of one compiled file. */
const Module = require('node:module')

const { file, from, to } = JSON.parse(process.env.NAMEYARD_PLANTED)
const compile = Module.prototype._compile

Module.prototype._compile = function (content, filename, ...others) {
  const planted = filename.endsWith(`/${file}`) ? content.replace(from, () => to) : content
  return compile.call(this, planted, filename, ...others)
}
