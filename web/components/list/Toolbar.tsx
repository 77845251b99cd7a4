import type { ReactNode } from 'react'
import './toolbar.css'

/** Searching and filtering, above a list. */
export function Toolbar({ children }: { readonly children: ReactNode }) {
  return <search className="toolbar">{children}</search>
}
