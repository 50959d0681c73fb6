import { runService } from '@nameyard/runtime/run-service'
import { service } from './service'

void runService(service, process.env)
