import useSWR from 'swr'
import {
  type ManualPage,
  type ManualSection,
  readManualPage,
  readManualSections,
} from '../../api/manual'

export interface Reading<Content> {
  readonly data: Content | undefined
  readonly error: unknown
  readonly reload: () => void
}

/** The files of a build never change. */
const ONCE = { revalidateOnReconnect: false, revalidateIfStale: false }

function useManualFile<Content>(name: string, read: () => Promise<Content>): Reading<Content> {
  const { data, error, mutate } = useSWR(['manual', name], read, ONCE)
  return { data, error, reload: () => void mutate() }
}

export function useManualPage(topic: string): Reading<ManualPage> {
  return useManualFile(`page ${topic}`, () => readManualPage(topic))
}

export function useManualSections(): Reading<readonly ManualSection[]> {
  return useManualFile('search', readManualSections)
}
