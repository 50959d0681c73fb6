/** Jest's `globalTeardown`: stops the servers of the run. With `--watch` they keep running for the next one. */
module.exports = async ({ watch, watchAll }) => {
  if (!watch && !watchAll) await globalThis.closeTestServers?.()
}
