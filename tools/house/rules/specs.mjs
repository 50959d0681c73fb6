import { handlersIn, specsOf } from '../../suite/handler-specs.mjs'

export const specRules = [
  {
    name: 'a handler has a spec',
    reason:
      'Write an integration spec that calls the operation: apps/<app>/test/<feature>.int.spec.ts, which imports its contract, or <handler>.spec.ts beside the handler.',
    plants: [
      {
        'apps/dns/src/changing/planted.ts':
          "import { planted } from '@nameyard/contracts/dns/planted'\nclass Planted { @Handles(planted) execute() {} }\n",
      },
      {
        'apps/dns/src/changing/planted.ts':
          "import { planted } from '@nameyard/contracts/dns/planted'\nclass Planted { @HandlesBatch(planted) execute() {} }\n",
        'apps/dns/test/planted.int.spec.ts': "import type { planted } from '@nameyard/contracts/dns/planted'\n",
        'apps/e2e/test/planted.spec.ts': "import { planted } from '@nameyard/contracts/dns/planted'\n",
      },
    ],
    find: (tree) =>
      handlersIn(tree)
        .filter((file) => specsOf(file, tree).length === 0)
        .map((file) => ({ file, what: 'no spec of its app imports its contract' })),
  },
]
