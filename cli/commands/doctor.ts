import { version } from '../../package.json'
import { defineCommand } from '../command/command'
import { placeOf } from '../gateway/database-place'
import { readServer } from '../gateway/relay-client'
import { removeLeftFolders } from '../rehearsal/folders'
import { CHECK_VIEW, requireAllPassed, showChecks } from './check-view'

export const doctor = defineCommand({
  path: ['doctor'],
  summary: 'look at settings, files, database, channels and server; exits 1 when anything fails',
  flags: {
    offline: { kind: 'switch', summary: 'connect to no channel' },
    url: { kind: 'text', value: 'URL', summary: 'where a server must be running' },
  },
  examples: ['gw doctor', 'gw doctor --offline --json', 'gw doctor --url http://127.0.0.1:3000'],
  json: CHECK_VIEW,
  run: async (context, { flags }) => {
    const surroundings = {
      env: context.env,
      place: placeOf(context),
      version: process.env.GW_BUILD ?? version,
      serverUrl: flags.url?.replace(/\/+$/, ''),
      leftFolders: removeLeftFolders(),
      askServer: readServer,
    }
    const { examine } = await import('../../server/services/doctor/examine')
    const clients =
      flags.offline === true ? undefined : await import('../../server/channel-clients')
    const rows = await examine(surroundings, clients?.reachUpstream)
    showChecks(context.output, rows)
    requireAllPassed(rows)
  },
})
