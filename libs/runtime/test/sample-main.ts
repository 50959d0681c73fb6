import { runService } from '../src/run-service'
import { service } from './sample-service'

void runService(service, process.env)
