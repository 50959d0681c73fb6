import { runService } from '@nameyard/runtime/run-service'
import { domainsService } from './service'

void runService(domainsService, process.env)
