const fs = require('node:fs')
const path = require('node:path')
const preset = require('./jest.preset.js')

/** One Jest project per workspace that has tests; its name is the room's. */
const rooms = ['libs', 'apps', 'tools'].flatMap((layer) =>
  fs
    .readdirSync(path.join(__dirname, layer))
    .map((room) => path.join(layer, room))
    .filter((room) => ['src', 'test'].some((folder) => fs.existsSync(path.join(__dirname, room, folder)))),
)

module.exports = {
  projects: rooms.map((room) => ({ ...preset, displayName: room, rootDir: path.join(__dirname, room) })),
  globalSetup: path.join(__dirname, 'tools/suite/global-setup.cjs'),
  globalTeardown: path.join(__dirname, 'tools/suite/global-teardown.cjs'),
  // The build and the servers of a run write to these folders. A change there must not start another run of `--watch`.
  watchPathIgnorePatterns: ['/dist/', '/\\.nx/', '/\\.data/'],
  testSequencer: path.join(__dirname, 'tools/suite/sequencer.cjs'),
  // A worker that has run many files has half a gigabyte to free, which can take a second on a busy machine.
  workerGracefulExitTimeout: 10_000,
  // Ends a test that hangs, also on a machine that is ten times slower. It measures nothing.
  testTimeout: 180_000,
}
