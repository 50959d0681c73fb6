const fs = require('node:fs')
const path = require('node:path')

const rooms = ['apps', 'libs', 'tools']
  .flatMap((layer) => fs.readdirSync(path.join(__dirname, layer)).map((room) => `${layer}/${room}`))
  .filter((room) => fs.existsSync(path.join(__dirname, room, 'package.json')))

/** `npm run knip` reports files, exports and packages that nothing uses. */
module.exports = {
  ignoreExportsUsedInFile: true,
  ignoreBinaries: [
    'buildah',
    'dnsperf',
    'knotd',
    'pdns_server',
    'pgbouncer',
    'prometheus',
    'prometheus-alertmanager',
    'promtool',
    'rabbitmqctl',
    'rabbitmq-server',
    'systemd-analyze',
    'xmllint',
  ],
  // Sources instead of the compiled files that the exports maps name.
  paths: Object.fromEntries(rooms.map((room) => [`@nameyard/${room.split('/')[1]}/*`, [`${room}/src/*`]])),
  workspaces: {
    // The root pins the versions of all workspaces, so it uses few of its packages itself.
    '.': { entry: ['*.{js,mjs}'], project: ['*.{js,mjs}'], ignoreDependencies: [/^(?!@nameyard)/] },
    ...Object.fromEntries(
      rooms.map((room) => [
        room,
        {
          entry: [
            'src/{main,service,golden,migrate}.ts',
            'src/**/main.ts',
            '*.{mjs,cjs}',
            'stand-ins/*.mjs',
            'parts/*.mjs',
            'test/{sample-main.ts,planted-*.ts,*.cjs}',
          ],
          project: ['**/*.{ts,mjs,cjs}'],
        },
      ]),
    ),
  },
}
