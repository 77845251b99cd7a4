import { BookIcon } from '@primer/octicons-react'
import { useLocation } from 'wouter'
import { MANUAL_PATH, topicsOfManual } from '../../api/manual'
import { type Entry, isMatch } from './entry'

/** Pages of the manual; none before something is typed, because there are many. */
export function useManual(typed: string): readonly Entry[] {
  const [, navigate] = useLocation()
  if (typed.trim() === '') return []
  return topicsOfManual()
    .filter(({ id, title, summary }) => isMatch(typed, id, title, summary))
    .map(({ id, title }) => ({
      id: `manual ${id}`,
      label: title,
      note: `${MANUAL_PATH}/${id}`,
      icon: BookIcon,
      run: () => navigate(`${MANUAL_PATH}/${id}`),
    }))
}
