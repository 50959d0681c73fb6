import { Refusal } from '../../model/result'
import type { Dialect } from '../dialect'

/** DENIC (.de): it speaks RRI (src/rri) and no EPP, so commands on its domains are refused at every EPP endpoint. */
export const denic: Dialect = {
  name: 'denic',
  extensions: [],
  takes: () => false,
  async carryOut({ request, proceed }) {
    // To other registries, a host below .de is one outside of them.
    if (request.name.startsWith('domain:')) throw new Refusal(2306, 'the registry of this domain speaks RRI, not EPP')
    return proceed()
  },
}
