import { useChosen } from '../list/use-chosen'
import type { Selection } from '../table/ResourceTable'
import type { ShownJob } from './shown-job'

export interface JobChoice {
  readonly jobs: readonly ShownJob[]
  /** By the ids of their rows. */
  readonly selection: Selection
  readonly toggle: (job: ShownJob) => void
  readonly clear: () => void
}

/** Jobs that are ticked, in the gallery or in the list. */
export function useJobChoice(jobs: readonly ShownJob[] | undefined): JobChoice {
  const { rows, selection, clear } = useChosen(jobs?.map((job) => ({ id: job.key, job })))
  return {
    jobs: rows.map(({ job }) => job),
    selection,
    toggle({ key }) {
      const ids = new Set(selection.ids)
      if (!ids.delete(key)) ids.add(key)
      selection.onChange(ids)
    },
    clear,
  }
}
