import { LIMIT_SUBJECTS } from '../../../server/domain/limits/limit'
import { defineList } from '../../command/list-command'
import { keyOf, NAME_ARGUMENT, SUBJECT_ARGUMENT, subjectOf } from './argument'
import { LIMIT_VIEW, shownLimit } from './view'

export const limitList = defineList({
  path: ['limit', 'list'],
  summary: 'list limits with what is used of them now',
  args: [
    { ...SUBJECT_ARGUMENT, optional: true },
    { ...NAME_ARGUMENT, optional: true },
  ],
  examples: ['gw limit list', 'gw limit list token 9', 'gw limit list user ann --json'],
  view: LIMIT_VIEW,
  rows: async (context, { args }) => {
    const services = await context.services()
    const subjects = args.subject === undefined ? LIMIT_SUBJECTS : [subjectOf(args.subject)]
    const views = []
    for (const subject of subjects) {
      const key = args.name === undefined ? undefined : await keyOf(context, subject, args.name)
      views.push(...(await services.limits.list(context.actor, { subject, key })))
    }
    return views.map(shownLimit)
  },
})
