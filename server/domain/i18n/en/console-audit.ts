import type { Dict } from '../dict'
import type { zhConsoleAudit } from '../zh/console-audit'

export const enConsoleAudit: Dict<typeof zhConsoleAudit> = {
  'nav.audit': 'Audit log',
  'audit.description':
    'Who changed what, and when. Entries are written with the change and never edited; secrets are masked.',
  'audit.by_actor': 'Actor',
  'audit.by_action': 'Action, e.g. option.set',
  'audit.by_target': 'Target, e.g. user:7',
  'audit.start': 'From',
  'audit.end': 'To',
  'audit.details': 'Show the change: {{name}}',
  'audit.no_fields': 'This entry has no changed fields',
  'audit.removed': 'Before: ',
  'audit.added': 'After: ',
  'audit.blank': '(empty)',
  'audit.empty': 'Nothing has been changed yet',
}
