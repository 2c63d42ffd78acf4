'use client';

import type { ReactNode } from 'react';
import { Button } from 'react-aria-components/Button';
import {
  Menu as AriaMenu,
  MenuItem as AriaMenuItem,
  type MenuProps as AriaMenuProps,
  MenuTrigger,
} from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import styles from './menu.module.css';

/** `onAction` receives the id of the chosen item. With `selectionMode`, items are check boxes. */
interface MenuProps
  extends Pick<
    AriaMenuProps<object>,
    'onAction' | 'selectionMode' | 'selectedKeys' | 'onSelectionChange'
  > {
  /** What the button that opens the menu shows. */
  readonly trigger: ReactNode;
  readonly triggerClassName: string;
  readonly triggerKind?: 'primary';
  /** The button keeps the focus, and a press has no effect. */
  readonly isPending?: boolean;
  /** The name of the list for screen readers. */
  readonly label: string;
  /** Items, which have an id each. */
  readonly children: ReactNode;
}

/** A button that opens a menu. */
export function Menu({
  trigger,
  triggerClassName,
  triggerKind,
  isPending,
  label,
  ...menu
}: MenuProps) {
  return (
    <MenuTrigger>
      <Button className={triggerClassName} data-kind={triggerKind} isPending={isPending ?? false}>
        {trigger}
      </Button>
      <Popover className={`${styles.popover}`} placement="bottom start">
        <AriaMenu {...menu} aria-label={label} className={`${styles.menu}`} />
      </Popover>
    </MenuTrigger>
  );
}

interface MenuItemProps {
  readonly id: string;
  readonly children: string;
}

/** An item of a menu. */
export function MenuItem({ id, children }: MenuItemProps) {
  return (
    <AriaMenuItem className={`${styles.item}`} id={id}>
      {children}
    </AriaMenuItem>
  );
}
