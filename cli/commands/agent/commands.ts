import { launch } from './launch'
import { setup } from './setup'

export const agentCommands = [setup, launch]
