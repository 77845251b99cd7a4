import { resolve } from 'node:path'
import { failures } from '../../../server/services/doctor/check'
import { defineCommand } from '../../command/command'
import { placeOf } from '../../gateway/database-place'
import { kindsOf } from '../../output/output'
import { words } from '../../words'
import { CHECK_VIEW, requireAllPassed, showChecks } from '../check-view'

export const dbRestore = defineCommand({
  path: ['db', 'restore'],
  localOnly: true,
  summary: 'replace the database by a verified backup; the old one is kept next to it',
  args: [{ name: 'file', summary: 'what "gw db backup" wrote, of this or an older version' }],
  flags: {
    verify: { kind: 'switch', summary: 'only check whether it could be restored; changes nothing' },
    'despite-findings': {
      kind: 'switch',
      summary: 'restore although balances differ or secrets cannot be opened',
    },
    yes: { kind: 'switch', summary: 'do not ask' },
  },
  examples: ['gw db restore gw.db.bak --verify', 'gw db restore gw.db.bak --yes'],
  json: { ...kindsOf(CHECK_VIEW), path: 'text', kept: 'text', applied: 'list' },
  run: async (context, { args, flags }) => {
    const { output } = context
    const backup = resolve(args.file)
    const place = placeOf(context)
    if (flags.verify === true) {
      const { verifyBackup } = await import('../../../server/services/database/verify-backup')
      const rows = await verifyBackup(place, backup)
      showChecks(output, rows)
      return requireAllPassed(rows)
    }
    const { prepareRestore } = await import('../../../server/services/database/restore')
    const { rows, applied, commit, end } = await prepareRestore(place, context.actor, backup)
    try {
      if (!output.mode.json && !output.mode.quiet) showChecks(output, rows)
      if (commit === undefined || (failures(rows) > 0 && flags['despite-findings'] !== true)) {
        if (output.mode.json) showChecks(output, rows)
        return requireAllPassed(rows)
      }
      await context.confirm(flags.yes, words`Replace the database in ${place.dataDir}?`)
      const { path, kept } = commit()
      if (kept !== '') output.note(words`the previous database is kept as ${kept}`)
      output.value(path, { path, kept, applied, findings: rows })
    } finally {
      end()
    }
  },
})
