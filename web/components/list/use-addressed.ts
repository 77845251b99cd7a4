/** Drawers that the address names: /token/add, /token/edit/3. A link opens them too. */
import { useEffect, useMemo } from 'react'
import { useLocation, useParams } from 'wouter'
import type { Loaded } from '../../api/use-endpoint'
import { isRecord } from '../../app/storage'
import { useToast } from '../../app/Toasts'

/** Of a place in the history that was opened from its list. */
export const OVER_LIST = { isOverList: true }

function isOverList(): boolean {
  return isRecord(history.state) && history.state.isOverList === true
}

export interface Addressed {
  readonly isNew: boolean
  /** Of the row that is edited. */
  readonly id: number | undefined
  readonly edit: (id: number) => void
  readonly add: () => void
  readonly close: () => void
}

/** `base` is the list's own address, `addPath` what follows it for a new row. */
export function useAddressed(base: string, addPath = '/add'): Addressed {
  const [path, navigate] = useLocation()
  const { id } = useParams()
  return useMemo(() => {
    // What the list is narrowed to stays.
    const to = (rest: string): string => `${base}${rest}${location.search}`
    const open = (rest: string): void => navigate(to(rest), { state: OVER_LIST })
    return {
      isNew: path === `${base}${addPath}`,
      id: id === undefined ? undefined : Number(id),
      edit: (row) => open(`/edit/${row}`),
      add: () => open(addPath),
      // Going back from the list must not open what was closed.
      close() {
        if (isOverList()) history.back()
        else navigate(to(''), { replace: true })
      },
    }
  }, [base, addPath, path, id, navigate])
}

/** The row itself, once it is read; one that cannot be shown is reported and closed. */
export function useAddressedRow<Row extends { readonly id: number }>(
  { id, close }: Addressed,
  { data, error }: Loaded<Row>,
): Row | undefined {
  const toast = useToast()
  const isMissing = id !== undefined && error !== undefined
  useEffect(() => {
    if (!isMissing) return
    toast.failure(error)
    close()
  }, [isMissing, error, close, toast])
  // What an earlier drawer has read is not what this one is about.
  return id !== undefined && data?.id === id ? data : undefined
}
