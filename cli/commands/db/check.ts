import { defineCommand } from '../../command/command'
import { placeOf } from '../../gateway/database-place'
import { CHECK_VIEW, requireAllPassed, showChecks } from '../check-view'

export const dbCheck = defineCommand({
  path: ['db', 'check'],
  localOnly: true,
  summary:
    'look for damage, missing migrations, closed secrets and wrong balances; changes nothing',
  examples: ['gw db check', 'gw db check --json | jq \'.[] | select(.status != "ok")\''],
  json: CHECK_VIEW,
  run: async (context) => {
    const { checkDatabase } = await import('../../../server/services/database/check')
    const rows = await checkDatabase(placeOf(context))
    showChecks(context.output, rows)
    requireAllPassed(rows)
  },
})
