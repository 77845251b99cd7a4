import { Button } from '@primer/react'
import type { ReactNode } from 'react'
import { useFormat } from '../../app/format'
import { useText } from '../../app/language'
import { ChosenBar } from '../list/ChosenBar'
import type { JobActs } from './use-job-acts'
import type { JobChoice } from './use-job-choice'

interface ChosenJobsProps {
  readonly choice: JobChoice
  readonly acts: JobActs
  /** What can be made of these jobs only. */
  readonly children?: ReactNode
}

/** What is done to the jobs that are ticked, each act to those that it is for. */
export function ChosenJobs({ choice, acts, children }: ChosenJobsProps) {
  const { text } = useText()
  const format = useFormat()
  const { jobs, clear } = choice
  if (jobs.length === 0) return null
  const credits = jobs.reduce((sum, { quota }) => sum + quota, 0)
  return (
    <ChosenBar count={jobs.length} onDone={clear}>
      <span className="number muted">{format.cost(credits)}</span>
      {acts.all.map(({ name, title, icon, isDanger, isFor, act }) => {
        const meant = jobs.filter(isFor)
        if (meant.length === 0) return null
        return (
          <Button
            key={name}
            size="small"
            variant={isDanger ? 'danger' : 'default'}
            leadingVisual={icon}
            count={meant.length}
            disabled={acts.isBusy}
            onClick={() => void act(meant).then((isDone) => isDone && clear())}
          >
            {text(title)}
          </Button>
        )
      })}
      {children}
    </ChosenBar>
  )
}
