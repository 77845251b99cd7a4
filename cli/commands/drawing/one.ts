import { jobCommands } from '../job-commands'
import { DRAWING_VIEW } from './view'

export const drawingCommands = jobCommands({
  noun: 'drawing',
  view: DRAWING_VIEW,
  show: ({ drawings }, id) => drawings.show(id),
  summaries: {
    show: 'show one drawing job with its prompt and its picture',
    watch: 'follow one drawing job until it ends; one line for each change',
    cancel: 'cancel a running drawing job and release its hold',
    retry: 'ask again for a drawing that failed; its user pays for it as for a new one',
    refund: 'give back what a finished drawing has cost; the picture stays',
  },
})
