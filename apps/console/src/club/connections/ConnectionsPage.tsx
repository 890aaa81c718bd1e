import { PanelState } from "@club/ui/console";
import type { ReactNode } from "react";
import { useConnections } from "../../api/connections.ts";
import { useT } from "../../core/lang.ts";
import { ConsoleFrame } from "../../shell/ConsoleFrame.tsx";
import { Listing } from "../../shell/Listing.tsx";
import { ConnectionCard } from "./ConnectionCard.tsx";
import "./connections.css";

/** What leaves and enters the house: providers, their health, their tests. Route: /connections */
export function ConnectionsPage(): ReactNode {
  const t = useT();
  const query = useConnections();
  return (
    <ConsoleFrame title={t("route.connections")} meta={t("connections.meta")}>
      <Listing query={query} rows={12}>
        {(connections) =>
          connections.length === 0 ? (
            <PanelState state="empty" title={t("connections.empty")} />
          ) : (
            <div className="connection-cards">
              {connections.map((connection) => (
                <ConnectionCard key={connection.kind} connection={connection} />
              ))}
            </div>
          )
        }
      </Listing>
    </ConsoleFrame>
  );
}
