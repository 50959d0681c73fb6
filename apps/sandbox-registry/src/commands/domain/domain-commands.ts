import type { ObjectCommands } from '../../protocol/command'
import { ALLOCATION_TOKEN, CHARGE, FEE, IDN, LAUNCH, RGP, SEC_DNS } from '../../xml/namespaces'
import { checkDomain } from './check-domain'
import { createDomain } from './create-domain'
import { deleteDomain } from './delete-domain'
import { infoDomain } from './info-domain'
import { renewDomain } from './renew-domain'
import { requestUpdate } from './request-update'
import { transferDomain } from './transfer-domain'

/** The commands on domains (RFC 5731). */
export const domainCommands: ObjectCommands = {
  'domain:check': { run: checkDomain, extensions: [ALLOCATION_TOKEN, FEE, LAUNCH] },
  'domain:create': { run: createDomain, extensions: [ALLOCATION_TOKEN, CHARGE, FEE, IDN, LAUNCH, SEC_DNS] },
  'domain:delete': { run: deleteDomain },
  'domain:info': { run: infoDomain, extensions: [ALLOCATION_TOKEN] },
  'domain:renew': { run: renewDomain, extensions: [CHARGE, FEE] },
  'domain:transfer': { run: transferDomain, extensions: [CHARGE, FEE] },
  'domain:update': { run: requestUpdate, extensions: [CHARGE, FEE, RGP, SEC_DNS] },
}
