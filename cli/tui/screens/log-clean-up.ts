import { nowSeconds } from '../../../server/clock'
import { timeText } from '../cells'
import type { FormDraft } from '../form-draft'
import type { RowTools } from '../resource/definition'
import { refuse, secondsOf } from './form-values'

const MONTH_SECONDS = 30 * 24 * 3600

/** Deletes what is older than a given time; saving the form confirms it. */
export function cleanUpForm({ api, text, clock, reload }: RowTools): FormDraft {
  return {
    title: text('tui.clean_up'),
    fields: [
      { name: 'before', label: text('log.to'), kind: 'text', hint: text('tui.clean_up_hint') },
    ],
    initial: { before: timeText(nowSeconds(clock) - MONTH_SECONDS, text) },
    save: async ({ before }) => {
      const invalid = text('token.time_invalid')
      const seconds = secondsOf(before, invalid)
      if (seconds < 0) refuse(invalid)
      const { data } = await api.call('log.remove', { query: { target_timestamp: seconds } })
      reload()
      return text('tui.cleaned_up', { count: data })
    },
  }
}
