/** SPDX identifiers of permissive licences: no duty to publish source code. */
const PERMISSIVE = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Python-2.0',
  'Unlicense',
  'Zlib',
])

/** Whether an SPDX expression lets us choose permissive licences only. */
function isPermissive(expression) {
  const plain = expression.replaceAll(/[()]/g, '')
  return plain.split(' OR ').some((choice) => choice.split(' AND ').every((licence) => PERMISSIVE.has(licence.trim())))
}

/** The packages of the lock that an installation without development packages has, on any machine. */
export function productionPackages(lock) {
  return Object.entries(lock.packages)
    .filter(([path, { dev, devOptional, link }]) => path.includes('node_modules/') && !dev && !devOptional && !link)
    .map(([path, entry]) => ({
      name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      ...entry,
    }))
}

const planted = (entry) => ({
  'package-lock.json': JSON.stringify({ packages: { 'node_modules/planted': { version: '1.0.0', ...entry } } }),
})

const LOCK = 'package-lock.json'

export const dependencyRules = [
  {
    name: 'production packages have a permissive licence',
    reason:
      'Nameyard is under Apache 2.0 and may be sold as a service. Use another package, or add the licence to the list in tools/house/rules/dependencies.mjs when a lawyer agrees.',
    plants: [
      planted({ license: 'AGPL-3.0-only' }),
      planted({ license: 'MIT AND GPL-2.0-only' }),
      planted({ license: 'SEE LICENSE IN license.txt' }),
      planted({}),
    ],
    find: (tree) =>
      productionPackages(tree.json(LOCK))
        .filter(({ license = '' }) => !isPermissive(license))
        .map(({ name, version, license }) => ({ file: LOCK, what: `${name} ${version}: ${license ?? 'no licence'}` })),
  },
  {
    name: 'packages come from the npm registry with a checksum',
    reason:
      'A package from elsewhere, or without a checksum, can change without a change of the lock. Run npm install.',
    plants: [
      planted({ license: 'MIT', integrity: 'sha512-x', resolved: 'git+ssh://git@example.com/planted.git' }),
      planted({ license: 'MIT' }),
    ],
    find: (tree) =>
      Object.entries(tree.json(LOCK).packages)
        .filter(([path, { link, inBundle }]) => path.includes('node_modules/') && !link && !inBundle)
        // The lock has addresses only of packages from elsewhere.
        .filter(([, { resolved, integrity }]) => resolved || !integrity)
        .map(([path, { resolved }]) => ({ file: LOCK, what: `${path}: ${resolved ?? 'no checksum'}` })),
  },
  {
    name: 'programs that run at installation are decided on',
    reason:
      'Some packages send data or download programs when they are installed. Set the package to true or false in allowScripts of package.json.',
    plants: planted({ license: 'MIT', hasInstallScript: true }),
    find: (tree) => {
      const { allowScripts = {} } = tree.json('package.json')
      return Object.entries(tree.json(LOCK).packages)
        .filter(([path, { hasInstallScript }]) => hasInstallScript && path.includes('node_modules/'))
        .map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length))
        .filter((name) => !(name in allowScripts))
        .map((name) => ({ file: 'package.json', what: `allowScripts lacks ${name}` }))
    },
  },
  {
    name: 'the security documents name tests that exist',
    reason: 'A control without a test is open: correct the path, or write that the requirement is open.',
    plants: { 'docs/security/planted.md': 'Stopped by `apps/gateway/test/planted.spec.ts`.\n' },
    find: (tree) => {
      const files = new Set(tree.files)
      return tree.files
        .filter((file) => /^(docs\/security\/.*|SECURITY)\.md$/.test(file))
        .flatMap((file) =>
          [...tree.text(file).matchAll(/`((?:apps|libs|tools|docs)\/[\w./-]+\.(?:ts|mjs|md|json))`/g)]
            .filter(([, path]) => !files.has(path))
            .map(([, path]) => ({ file, what: `${path} does not exist` })),
        )
    },
  },
]
