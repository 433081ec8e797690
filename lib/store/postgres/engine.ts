import type { ClientBase } from "pg";
import type { Connection, Engine, StatementHook } from "@/lib/store/port/engine";
import { lastBackupSetting, readNote } from "@/lib/store/port/last-backup";
import type { Topic } from "@/lib/store/port/topic";
import { refuseSuperseded, type SchemaSupersededHook } from "@/lib/store/upgrade/schema-superseded";
import { newCommitStatistics } from "@/lib/store/write/commit-statistics";
import { committedOnly, lend } from "./connection/connection";
import { unavailable } from "./connection/errors";
import { Notifications } from "./connection/notifications";
import type { PostgresServers } from "./connection/open";
import type { Variables } from "./dump/programs";
import { snapshotsOf } from "./dump/snapshot";
import { GroupCommit } from "./group-commit";
import { Numbering, numberLeft } from "./numbering";
import { dialect } from "./sql/dialect";
import { upgradeLock } from "./sql/locks";
import { makeLower } from "./sql/lower";
import { announceQuery } from "./sql/notify";
import { textIndexOf } from "./text/text-index";
import { WriteLanes } from "./write-lanes";

/** Callbacks of the engine. */
interface Hooks {
  readonly onStatement: StatementHook;
  readonly onSchemaSuperseded: SchemaSupersededHook;
}

/** Returns the store's engine for an open PostgreSQL database. */
export function postgresEngine(
  servers: PostgresServers,
  { onStatement, onSchemaSuperseded: onOvertaken }: Hooks,
  programs: Variables,
): Engine {
  const { lookUps, searches, queryTimeoutMs } = servers;
  let closed = false;
  let isUpgrading = false;
  const assertOpen = () => {
    if (closed) throw unavailable("The database is closed.");
  };
  const work = newCommitStatistics();
  const numbering = new Numbering(servers.writes, onStatement);
  const common = { onStatement, assertOpen, work, numbering };
  const admit = refuseSuperseded(onOvertaken);
  const commits = new WriteLanes({ ...common, servers: servers.writes, admit });
  const upgrades = new GroupCommit({ ...common, servers: servers.upgrades });
  const { end: endNotifications, ...messages } = messagesOver(servers, assertOpen);
  const reading = counted(committedOnly({ ...servers, assertOpen }), work);
  return {
    dialect,
    textIndex: textIndexOf(),
    rawSql: {
      engine: "postgres",
      run: async (text, parameters) => {
        assertOpen();
        const query = (client: ClientBase) => client.query(text, [...parameters]);
        return (await lend(servers.lookUps, query)).rows;
      },
    },
    reading,
    readingLatest: counted(committedOnly({ lookUps, searches, queryTimeoutMs, assertOpen }), work),
    ...(servers.replica && {
      replica: committedOnly({ ...servers.replica, queryTimeoutMs, assertOpen }),
    }),
    pools: () => ({
      look_ups: servers.lookUps.load,
      searches: servers.searches.load,
      writes: servers.writes.load,
    }),
    ...{ isShared: true, hasProjectLocks: true },
    accessChanges: () => commits.accessChanges,
    transaction: (work, manner) => (isUpgrading ? upgrades : commits).add(work, manner),
    ...messages,
    bringUpToDate: async (work) => {
      const client = await servers.upgrades.takeAside();
      try {
        await client.query(upgradeLock);
        isUpgrading = true;
        await upgrades.add(({ connection }) => makeLower(connection));
        await work();
        await numberLeft(client);
      } finally {
        isUpgrading = false;
        await client.end();
      }
    },
    assertOpen,
    catalog: {
      columns:
        "select c.relname::text, a.attname::text from pg_class as c join pg_attribute as a on a.attrelid = c.oid where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped",
      indexes: "select indexname::text from pg_indexes where schemaname = current_schema()",
    },
    ...snapshotsOf(reading, servers.lookUps, programs),
    facts: async () => {
      const sizes = await sizesOf(reading);
      return { engine: "postgres", ...sizes, waiting: commits.waiting(), work: { ...work } };
    },
    close: async () => {
      await Promise.all([commits.idle(), upgrades.idle(), endNotifications()]);
      await numbering.end();
      closed = true;
      await servers.end();
    },
  };
}

async function sizesOf(reading: Connection) {
  const [[bytes, note] = []] = await reading.rows(
    "select pg_database_size(current_database()), (select value from tocsin_setting where name = $1)",
    [lastBackupSetting],
  );
  const lastBackup = readNote(String(note)) ?? null;
  return { inMemory: false, bytes: Number(bytes), walBytes: null, lastBackup };
}

/** Returns the parts of the engine that tell other processes, and listen to them. */
function messagesOver({ lookUps }: PostgresServers, assertOpen: () => void) {
  const notifications = new Notifications(lookUps);
  return {
    onCommit: (topic: Topic, listener: () => void) => notifications.add(topic, listener),
    announce: async (text: string) => {
      assertOpen();
      await lend(lookUps, (client) => client.query(announceQuery, [text]));
    },
    onAnnouncement: (listener: (text: string) => void) => notifications.hear(listener),
    end: () => notifications.end(),
  };
}

/** Returns the same connection and adds its reads to the statistics. */
function counted(over: Connection, work: { reads: number; readMs: number }): Connection {
  const timed = async <T>(ask: Promise<T>): Promise<T> => {
    const started = performance.now();
    try {
      return await ask;
    } finally {
      work.reads += 1;
      work.readMs += performance.now() - started;
    }
  };
  return {
    rows: (text, parameters, isTimed) => timed(over.rows(text, parameters, isTimed)),
    run: (text, parameters) => timed(over.run(text, parameters)),
  };
}
