import type { Neighborhood, NeighborService } from "@/lib/contract/dependencies";

/**
 * Size of a service in the picture and of the space around it, in pixels. Five columns fit beside the
 * facts of the service on a screen of 1440 px.
 */
export const box = { width: 132, height: 40, gapX: 40, gapY: 12 } as const;

/** A service with its place in the picture, in pixels from the top left corner. */
export interface PlacedService {
  readonly service: NeighborService;
  readonly x: number;
  readonly y: number;
}

/** A dependency as a curve. */
export interface DrawnEdge {
  readonly key: string;
  /** Path of SVG from the service to the one that it needs. */
  readonly path: string;
  readonly isInCycle: boolean;
}

/** The picture of the services around one. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly services: readonly PlacedService[];
  readonly edges: readonly DrawnEdge[];
  /** The columns with their x: how many steps they need the service, or are needed by it. */
  readonly columns: readonly { readonly level: number; readonly x: number }[];
}

/**
 * Returns the picture: columns from left to right, each service left of those that it needs. In a
 * column, a service stands at the height of its neighbors in the column towards the center.
 */
export function pictureOf({ services, edges }: Pick<Neighborhood, "services" | "edges">): Picture {
  const levels = new Map<number, NeighborService[]>();
  for (const service of services) {
    const level = levelOf(service);
    levels.set(level, [...(levels.get(level) ?? []), service]);
  }
  const rank = rankings(levels, edges);
  const order = [...levels.keys()].sort((one, other) => one - other);
  const rows = Math.max(1, ...[...levels.values()].map(({ length }) => length));
  const height = rows * (box.height + box.gapY) - box.gapY;
  const placed = order.flatMap((level, column) => {
    const own = (levels.get(level) ?? []).toSorted(
      (one, other) => (rank.get(one._id) ?? 0) - (rank.get(other._id) ?? 0),
    );
    const top = (height - own.length * (box.height + box.gapY) + box.gapY) / 2;
    return own.map((service, row) => ({
      service,
      x: column * (box.width + box.gapX),
      y: top + row * (box.height + box.gapY),
    }));
  });
  return {
    width: order.length * (box.width + box.gapX) - box.gapX,
    height,
    services: placed,
    edges: drawn(placed, edges),
    columns: order.map((level, column) => ({ level, x: column * (box.width + box.gapX) })),
  };
}

/**
 * Returns the column: negative for services that need the one in the center. In a cycle the nearer
 * direction decides.
 */
function levelOf({ needs, neededBy }: NeighborService): number {
  if (needs === null) return neededBy === null ? 0 : -neededBy;
  return neededBy === null || needs <= neededBy ? needs : -neededBy;
}

/** Returns the height of each service among those of its column, from the center outwards. */
function rankings(
  levels: ReadonlyMap<number, readonly NeighborService[]>,
  edges: Neighborhood["edges"],
): ReadonlyMap<string, number> {
  const rank = new Map<string, number>();
  for (const level of [0, 1, -1, 2, -2]) {
    const own = (levels.get(level) ?? []).map((service, place) => {
      const ranks = edges.flatMap(({ from, to }) => {
        const other = from === service._id ? to : from;
        const isOwn = from === service._id || to === service._id;
        return isOwn ? (rank.get(other) ?? []) : [];
      });
      const mean = ranks.reduce((sum, one) => sum + one, 0) / Math.max(1, ranks.length);
      return { id: service._id, mean: ranks.length > 0 ? mean : place };
    });
    own
      .sort((one, other) => one.mean - other.mean)
      .forEach(({ id }, place) => {
        rank.set(id, place - own.length / 2);
      });
  }
  return rank;
}

function drawn(
  placed: readonly PlacedService[],
  edges: Neighborhood["edges"],
): readonly DrawnEdge[] {
  const byId = new Map(placed.map((one) => [one.service._id, one]));
  return edges.flatMap(({ from, to, isInCycle }) => {
    const [start, end] = [byId.get(from), byId.get(to)];
    if (!start || !end) return [];
    return [{ key: `${from} ${to}`, path: curve(start, end), isInCycle }];
  });
}

/**
 * Returns the curve from a service to the one that it needs: rightwards between their near sides, in
 * one column around the right, and leftwards below the curve of the other direction.
 */
function curve(start: PlacedService, end: PlacedService): string {
  const isBack = end.x < start.x;
  const isBeside = end.x === start.x;
  const shift = isBack || isBeside ? box.height / 4 : 0;
  const fromX = isBack ? start.x : start.x + box.width;
  const toX = isBack || isBeside ? end.x + box.width : end.x;
  const [fromY, toY] = [start.y + box.height / 2 + shift, end.y + box.height / 2 - shift];
  const bend = isBeside ? box.gapX * 0.7 : (toX - fromX) / 2;
  const endBend = isBeside ? -bend : bend;
  return `M${fromX} ${fromY}C${fromX + bend} ${fromY} ${toX - endBend} ${toY} ${toX} ${toY}`;
}
