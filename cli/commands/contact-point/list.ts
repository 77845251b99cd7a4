import { defineList } from '../../command/list-command'
import { POINT_VIEW } from './view'

export const contactPointList = defineList({
  path: ['contact-point', 'list'],
  summary: 'list where operators are notified, with the last result of each',
  examples: ['gw contact-point list'],
  view: POINT_VIEW,
  rows: async (context) => {
    const { contactPoints } = await context.services()
    return await contactPoints.list({ language: context.language })
  },
})
